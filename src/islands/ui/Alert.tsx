import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const TONES = {
  error: { icon: CircleAlert, className: 'bg-danger-soft text-danger' },
  success: { icon: CircleCheck, className: 'bg-success-soft text-success' },
  info: { icon: Info, className: 'bg-accent-soft text-accent' },
} as const;

interface Props {
  tone?: keyof typeof TONES;
  children: ReactNode;
  className?: string;
}

/** A message about what has just happened; announced when it appears. */
export function Alert({ tone = 'error', children, className = '' }: Props) {
  const { icon: Icon, className: colors } = TONES[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={`flex items-start gap-2.5 rounded-xl px-4 py-3 text-sm ${colors} ${className}`}
    >
      <Icon size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}
