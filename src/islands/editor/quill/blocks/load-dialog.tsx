import type { ComponentType } from 'react';
import { preload } from '../../../ui/Lazy.tsx';
import { DialogButtons } from './DialogButtons.tsx';
import type { BlockDialogProps } from './dialog-props.ts';

type Fields = ComponentType<BlockDialogProps>;
type Load = () => Promise<Fields>;

/** Adds the buttons. Shown before the fields, they would get the focus. */
function withButtons(load: Load): Load {
  return async () => {
    const Fields = await load();
    // biome-ignore lint/correctness/noComponentHookFactories: defined once, when it has loaded
    return function FieldsAndButtons(props) {
      return (
        <>
          <Fields {...props} />
          <DialogButtons onSave={props.onSave} onClose={props.onClose} />
        </>
      );
    };
  };
}

const formula = withButtons(() =>
  import('./dialogs/FormulaDialog.tsx').then(({ FormulaDialog }) => FormulaDialog),
);

/** The dialogs of the kinds that have one (`kinds.ts`). Each loads when it's first opened. */
export const DIALOGS: Record<string, Load> = {
  figure: withButtons(() =>
    import('../pictures/FigureDialog.tsx').then(({ FigureDialog }) => FigureDialog),
  ),
  table: withButtons(() =>
    import('./dialogs/TableDialog.tsx').then(({ TableDialog }) => TableDialog),
  ),
  callout: withButtons(() =>
    import('./dialogs/CalloutDialog.tsx').then(({ CalloutDialog }) => CalloutDialog),
  ),
  details: withButtons(() =>
    import('./dialogs/DetailsDialog.tsx').then(({ DetailsDialog }) => DetailsDialog),
  ),
  definitions: withButtons(() =>
    import('./dialogs/DefinitionsDialog.tsx').then(({ DefinitionsDialog }) => DefinitionsDialog),
  ),
  formula,
  'inline-formula': formula,
  footnote: withButtons(() =>
    import('./dialogs/FootnoteDialog.tsx').then(({ FootnoteDialog }) => FootnoteDialog),
  ),
};

/** Loads dialogs ahead, so that text typed right after opening one goes to its field. */
export function preloadDialogs(): void {
  for (const load of Object.values(DIALOGS)) preload(load);
}

/** Loads the dialog of a kind ahead, if it has one. */
export function preloadDialog(kind: string): void {
  const load = DIALOGS[kind];
  if (load) preload(load);
}

export const loadHtmlDialog: Load = () =>
  import('./HtmlDialog.tsx').then(({ HtmlDialog }) => HtmlDialog);
