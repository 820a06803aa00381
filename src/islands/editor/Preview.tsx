import { useState } from 'react';
import type { DocumentKind } from '../../../api/contract/documents.ts';
import { Icon } from '../../icons/Icon.tsx';
import { call } from '../../lib/api.ts';
import { $theme, type Theme } from '../../stores/root.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { PageFrame } from '../ui/PageFrame.tsx';
import { Switch, THEMES } from '../ui/Switch.tsx';
import type { PostValues } from './form-state.ts';
import { Loading } from './problems.tsx';
import { useLoad } from './useLoad.ts';

interface Props {
  kind: DocumentKind;
  values: () => PostValues;
  onSignIn: () => void;
  onClose: () => void;
}

/** Shows what is written as it will look, in both themes and on a phone. The server renders it. */
export function Preview(props: Props) {
  return (
    <Dialog open onClose={props.onClose} title="Preview" className="dialog-full">
      <PreviewContent {...props} />
    </Dialog>
  );
}

function PreviewContent({ kind, values, onSignIn, onClose }: Props) {
  const [theme, setTheme] = useState<Theme>($theme.get());
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop');
  const request = useLoad(
    async (signal) => await call('POST /api/post/preview', { body: { ...values(), kind }, signal }),
  );
  return (
    <>
      <div className="flex items-center justify-end gap-2 p-2 max-md:justify-between">
        <Switch label="Theme" value={theme} onChange={setTheme} choices={THEMES} />
        <Switch
          label="Width"
          value={width}
          onChange={setWidth}
          choices={WIDTHS}
          className="max-md:hidden"
        />
        <button type="button" className="icon-btn" aria-label="Close the preview" onClick={onClose}>
          <Icon name="x" size={20} />
        </button>
      </div>
      <div
        className="col-span-full flex justify-center border-line border-t"
        data-failed={request.error !== undefined || undefined}
      >
        <Loading request={request} name="the preview" spinner="m-auto" onSignIn={onSignIn}>
          {({ page }) => (
            <PageFrame
              title={`Preview of the ${kind}`}
              className="preview-frame"
              page={page}
              theme={theme}
              isNarrow={width === 'phone'}
            />
          )}
        </Loading>
      </div>
    </>
  );
}

const WIDTHS = [
  { value: 'desktop', label: 'Desktop', icon: 'monitor' },
  { value: 'phone', label: 'Phone', icon: 'smartphone' },
] as const;
