import type { ReactNode } from 'react';
import { Icon } from '../../icons/Icon.tsx';

const TONES = {
  error: { icon: 'circle-alert', className: 'bg-danger-soft text-danger' },
  success: { icon: 'circle-check', className: 'bg-success-soft text-success' },
  info: { icon: 'info', className: 'bg-accent-soft text-accent' },
} as const;

interface Props {
  tone?: keyof typeof TONES;
  children: ReactNode;
  className?: string;
}

/** A message about something that just happened. Announced when it appears. */
export function Alert({ tone = 'error', children, className = '' }: Props) {
  const { icon, className: colors } = TONES[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={`flex items-start gap-2.5 rounded-xl px-4 py-3 text-sm ${colors} ${className}`}
    >
      <Icon name={icon} size={18} className="mt-0.5 shrink-0" />
      <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}
