import { useRef, useState } from 'react';
import {
  type DocumentKind,
  MAX_SEO_DESCRIPTION_LENGTH,
  MAX_SEO_TITLE_LENGTH,
  type Seo,
} from '../../../../api/contract/documents.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckField } from '../../ui/CheckField.tsx';
import { Field, TextAreaField } from '../../ui/Field.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { isWebAddress, type ShownDocument } from '../form-state.ts';
import { PictureLibrary } from '../library/PictureLibrary.tsx';
import { ProblemAlert } from '../problems.tsx';
import { useCoverUpload } from '../useCoverUpload.ts';
import { SharePreview } from './SharePreview.tsx';

interface Props {
  document: ShownDocument;
  onChange(seo: Partial<Seo>): void;
  onUploading(isUploading: boolean): void;
  onSignIn(): void;
}

/** What search engines and social networks show, with a preview of both. */
export function SeoFields({ document, onChange, onUploading, onSignIn }: Props) {
  const { seo, title } = document;
  return (
    <>
      <Field
        label="Title for search engines"
        maxLength={MAX_SEO_TITLE_LENGTH}
        placeholder={title}
        value={seo.title}
        hint={lengthHint(seo.title, 60)}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextAreaField
        label="Description for search engines"
        hint={lengthHint(seo.description, 160)}
        rows={3}
        maxLength={MAX_SEO_DESCRIPTION_LENGTH}
        placeholder="The beginning of the text"
        value={seo.description}
        onChange={({ target }) => onChange({ description: target.value.replace(/\n/g, ' ') })}
      />
      <SharePicture
        kind={document.kind}
        seo={seo}
        onChange={onChange}
        onUploading={onUploading}
        onSignIn={onSignIn}
      />
      <SharePreview document={document} />
      <Field
        label="Canonical address"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={seo.canonical}
        hint="If this text was published elsewhere first. Otherwise, leave it empty."
        {...(!isWebAddress(seo.canonical) && {
          error: 'The address must begin with https:// or http://.',
        })}
        onChange={({ target }) => onChange({ canonical: target.value.trim() })}
      />
      <CheckField checked={seo.noindex} onChange={(noindex) => onChange({ noindex })}>
        Ask search engines not to list this {document.kind}
      </CheckField>
    </>
  );
}

function lengthHint(text: string, recommended: number): string {
  if (text === '') return `Up to about ${recommended} characters are shown.`;
  return text.length > recommended
    ? `${text.length} characters: search engines may cut it at about ${recommended}.`
    : `${text.length} of about ${recommended} characters`;
}

const withoutPicture = (kind: DocumentKind) =>
  kind === 'page'
    ? 'Without one, the cover is shared, or the picture of the site.'
    : 'Without one, a picture with the title is generated.';

type PictureProps = Omit<Props, 'document'> & Pick<ShownDocument, 'kind' | 'seo'>;

function SharePicture({ kind, seo, onChange, onUploading, onSignIn }: PictureProps) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useCoverUpload({ onUploading, onUploaded: (image) => onChange({ image }) });
  const [isChoosing, setIsChoosing] = useState(false);
  const isUploading = upload.percent !== null;
  return (
    <div>
      <p className="field-label">Share picture</p>
      <div className="flex flex-wrap gap-2">
        <Button
          small
          variant="secondary"
          busy={isUploading}
          busyLabel={`${upload.percent ?? 0} %`}
          onClick={() => input.current?.click()}
        >
          {seo.image === '' ? 'Upload a picture' : 'Replace'}
        </Button>
        <Button
          small
          variant="secondary"
          disabled={isUploading}
          onClick={() => setIsChoosing(true)}
        >
          Choose from the library
        </Button>
        {seo.image !== '' && (
          <Button small variant="quiet" onClick={() => onChange({ image: '' })}>
            {kind === 'page' ? 'Remove' : 'Use the generated one'}
          </Button>
        )}
      </div>
      <FileInput
        ref={input}
        accept="image/*"
        aria-label="Share picture"
        onFiles={([file]) => void upload.upload(file)}
      />
      <PictureLibrary
        open={isChoosing}
        onChoose={({ url }) => {
          setIsChoosing(false);
          onChange({ image: url });
        }}
        onClose={() => setIsChoosing(false)}
      />
      {upload.problem && (
        <div className="mt-3">
          <ProblemAlert problem={upload.problem} onSignIn={onSignIn} />
        </div>
      )}
      <p className="field-hint">
        {seo.image === '' ? withoutPicture(kind) : 'Best at 1200 × 630 pixels.'}
      </p>
    </div>
  );
}
