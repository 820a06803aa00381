import { type DragEvent, useState } from 'react';

/** For a box that files can be dropped on. `isOver`: something is dragged over it. */
export function useDrop(onDropped: (files: FileList) => void) {
  const [isOver, setIsOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      onDropped(event.dataTransfer.files);
    },
  };
  return { isOver, handlers };
}
