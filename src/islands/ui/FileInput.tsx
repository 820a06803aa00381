import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'input'> {
  onFiles: (files: [File, ...File[]]) => void;
}

/** A file input. Hidden by default: a button opens it. */
export function FileInput({ onFiles, ...input }: Props) {
  return (
    <input
      hidden
      {...input}
      type="file"
      onChange={({ target }) => {
        const [first, ...others] = target.files ?? [];
        // Allows choosing the same files again.
        target.value = '';
        if (first) onFiles([first, ...others]);
      }}
    />
  );
}
