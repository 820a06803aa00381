import { Button } from './Button.tsx';

interface Props {
  label: string;
  busyLabel: string;
  busy: boolean;
  variant?: 'danger' | 'primary';
  disabled?: boolean;
  onCancel: () => void;
}

export function FormButtons({ label, onCancel, ...submit }: Props) {
  return (
    <div className="mt-6 flex flex-wrap justify-end gap-3">
      <Button variant="secondary" className="max-sm:grow" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" className="max-sm:grow" {...submit}>
        {label}
      </Button>
    </div>
  );
}
