import type Quill from 'quill/core.js';
import { createContext } from 'react';

interface Fields {
  /** Called with the field that gets the focus. */
  onFocus(quill: Quill): void;
  /** Opens the link at the cursor of a field. */
  onLink(quill: Quill): void;
}

const nothing = () => undefined;

/** Connects fields to the `RichTools` around them. */
export const FieldContext = createContext<Fields>({ onFocus: nothing, onLink: nothing });
