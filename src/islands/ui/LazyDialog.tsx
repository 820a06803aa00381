import type { ComponentType } from 'react';
import { Dialog } from './Dialog.tsx';
import { Lazy } from './Lazy.tsx';

interface Props<P> {
  load: () => Promise<ComponentType<P>>;
  props: P;
  /** What is loading, such as "the version history". */
  name: string;
}

/** A dialog whose code loads when it opens. Until then, another one shows progress or the error. */
export function LazyDialog<P extends { onClose: () => void }>({ load, props, name }: Props<P>) {
  return (
    <Lazy
      load={load}
      props={props}
      name={name}
      frame={(message) => (
        <Dialog open onClose={props.onClose} title="One moment">
          {message}
        </Dialog>
      )}
    />
  );
}
