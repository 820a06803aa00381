import { useId, useRef } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { formatSize } from '../../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { useDrop } from '../../ui/useDrop.ts';

interface Props {
  /** What's expected, such as "Drop an export here". */
  prompt: string;
  hint: string;
  file: File | null;
  onFile: (file: File) => void;
  disabled?: boolean;
}

/** A button that chooses a file, in a box that files can be dropped on. */
export function FileDrop({ prompt, hint, file, onFile, disabled = false }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const textId = useId();
  const { isOver, handlers } = useDrop(([dropped]) => {
    if (dropped && !disabled) onFile(dropped);
  });
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-dashed px-5 py-4 ${isOver ? 'border-accent bg-accent-soft' : 'border-field'}`}
      {...handlers}
    >
      <Icon name={file ? 'file-text' : 'import'} size={24} className="shrink-0 text-muted" />
      <div id={textId} className="min-w-0 grow basis-48">
        <p className="font-semibold text-sm [overflow-wrap:anywhere]">{file?.name ?? prompt}</p>
        <p className="mt-0.5 text-muted text-xs">{file ? formatSize(file.size) : hint}</p>
      </div>
      <FileInput ref={input} aria-label="Export to upload" onFiles={([chosen]) => onFile(chosen)} />
      <Button
        variant="secondary"
        className="max-sm:grow"
        aria-describedby={textId}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {file ? 'Choose Another File' : 'Choose File'}
      </Button>
    </div>
  );
}
