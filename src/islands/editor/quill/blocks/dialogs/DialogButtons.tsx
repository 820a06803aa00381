import { Button } from '../../../../ui/Button.tsx';

interface Props {
  onSave: () => void;
  onClose: () => void;
}

export function DialogButtons({ onSave, onClose }: Props) {
  return (
    <div className="mt-4 flex flex-wrap justify-end gap-3">
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button onClick={onSave}>Save</Button>
    </div>
  );
}
