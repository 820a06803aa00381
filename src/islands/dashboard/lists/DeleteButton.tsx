import type { ComponentProps } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { Button } from '../../ui/Button.tsx';

export function DeleteButton({ children, className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <Button {...rest} variant="quiet" small className={`text-danger ${className}`}>
      <Icon name="trash" size={16} />
      {children}
    </Button>
  );
}
