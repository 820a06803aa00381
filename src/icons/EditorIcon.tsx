import { EDITOR_ICONS, type EditorIconName } from './editor-icons.ts';
import { Drawing } from './Icon.tsx';

interface Props {
  name: EditorIconName;
  size?: number;
  className?: string;
}

/** An icon of the editor's toolbar. */
export function EditorIcon({ name, ...look }: Props) {
  return <Drawing d={EDITOR_ICONS[name]} {...look} />;
}
