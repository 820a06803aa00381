import { Icon } from '../../icons/Icon.tsx';
import { Button } from './Button.tsx';

interface Props {
  title?: string;
  text?: string;
  onRetry?: () => void;
}

/** What a list shows when it could not be loaded. */
export function ErrorState({
  title = 'This could not be loaded',
  text = 'Please check your connection and try again.',
  onRetry,
}: Props) {
  return (
    <div role="alert" className="rounded-2xl border border-line px-6 py-12 text-center">
      <p className="font-semibold font-serif text-xl">{title}</p>
      <p className="mx-auto mt-2 max-w-md text-muted text-sm">{text}</p>
      {onRetry && (
        <Button variant="secondary" className="mt-5" onClick={onRetry}>
          <Icon name="rotate-cw" size={16} />
          Try again
        </Button>
      )}
    </div>
  );
}
