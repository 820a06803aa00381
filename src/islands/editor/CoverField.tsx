import { type ClipboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { DocumentFields } from '../../../api/contract/documents.ts';
import type { ChosenPicture } from '../../../api/contract/media.ts';
import { MAX_ALT_LENGTH } from '../../../api/contract/posts.ts';
import { EditorIcon } from '../../icons/EditorIcon.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { positionOf } from '../../lib/pictures.ts';
import { Button } from '../ui/Button.tsx';
import { TextAreaField } from '../ui/Field.tsx';
import { FileInput } from '../ui/FileInput.tsx';
import { Lazy } from '../ui/Lazy.tsx';
import { ProgressRing } from '../ui/ProgressRing.tsx';
import { useDrop } from '../ui/useDrop.ts';
import { PictureLibrary } from './library/PictureLibrary.tsx';
import { ProblemAlert } from './problems.tsx';
import { useCoverUpload } from './useCoverUpload.ts';

const loadFocusField = () => import('./FocusField.tsx').then(({ FocusField }) => FocusField);

interface Props {
  image: string;
  imageAlt: string;
  imageFocus: string;
  onChange: (values: Partial<Pick<DocumentFields, 'image' | 'imageAlt' | 'imageFocus'>>) => void;
  onUploading: (isUploading: boolean) => void;
  onSignIn: () => void;
}

/** The cover. Uploads a chosen, dropped or pasted image at once. */
export function CoverField(props: Props) {
  const { image, imageAlt, imageFocus, onChange, onUploading, onSignIn } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [uploaded, setUploaded] = useState('');
  const [removed, setRemoved] = useState('');
  const [isChoosing, setIsChoosing] = useState(false);
  const setFocus = (value: string) => onChange({ imageFocus: value });
  const setImage = (url: string) => onChange({ image: url });
  const cover = useCoverUpload({
    onUploading,
    onUploaded: (url) => {
      setUploaded(url);
      setRemoved('');
      onChange({ image: url, imageFocus: '' });
    },
  });
  const { file, percent, problem } = cover;
  const isUploading = percent !== null;

  const askForFile = () => cover.setProblem({ message: 'Please select an image' });
  /** Retries after a failure. Without a file, asks for one. */
  const onUpload = () => {
    if (file) return void cover.upload(file);
    if (image === '') askForFile();
    input.current?.focus({ preventScroll: true });
    input.current?.click();
  };
  const onRemove = () => {
    setRemoved(image);
    setImage('');
  };
  const onUndo = () => {
    setImage(removed);
    setRemoved('');
  };
  const onChoose = (picture: ChosenPicture) => {
    setIsChoosing(false);
    cover.cancel();
    setRemoved('');
    // The previous text described another picture.
    if (picture.url !== image) {
      onChange({ image: picture.url, imageAlt: picture.alt, imageFocus: '' });
    }
  };
  const action = isUploading
    ? { name: 'Cancel', run: cover.cancel }
    : image !== '' || file
      ? { name: 'Remove image', run: image === '' ? cover.cancel : onRemove }
      : removed !== '' && { name: 'Undo', run: onUndo };

  return (
    <div className="grid gap-4">
      <div onPaste={(event) => pasted(event, cover.upload)}>
        <label htmlFor={id} className="field-label">
          Image
        </label>
        <DropZone onDropped={(dropped) => (dropped ? void cover.upload(dropped) : askForFile())}>
          <CoverPicture image={image} focus={imageFocus} uploaded={uploaded} cover={cover} />
          <FileInput
            ref={input}
            id={id}
            hidden={false}
            accept="image/*"
            className="cover-input"
            aria-describedby={`${id}-status`}
            onFiles={([chosen]) => void cover.upload(chosen)}
          />
          {action && (
            <Button small variant="secondary" className="cover-action" onClick={action.run}>
              {action.name}
            </Button>
          )}
        </DropZone>
        <Button
          variant="secondary"
          className="mt-3 w-full"
          onClick={onUpload}
          disabled={isUploading}
        >
          <Icon name="image-up" size={18} />
          Upload Image
        </Button>
        <Button
          variant="secondary"
          className="mt-2 w-full"
          onClick={() => setIsChoosing(true)}
          disabled={isUploading}
        >
          Choose from the library
        </Button>
        <p id={`${id}-status`} role="status" className="field-hint empty:hidden">
          {!isUploading && !problem && statusText(image, uploaded, removed)}
        </p>
        {problem && (
          <div ref={scrollToProblem} className="mt-3">
            <ProblemAlert problem={problem} onSignIn={onSignIn} />
          </div>
        )}
      </div>
      <PictureLibrary open={isChoosing} onChoose={onChoose} onClose={() => setIsChoosing(false)} />
      {image !== '' && (
        <>
          <Lazy
            load={loadFocusField}
            props={{ image, value: imageFocus, onChange: setFocus }}
            name="the focal point"
          />
          <AltField value={imageAlt} onChange={(value) => onChange({ imageAlt: value })} />
        </>
      )}
    </div>
  );
}

function AltField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextAreaField
      label="Alternative text"
      hint="Describe the image for people who can't see it. Leave this empty if it's decorative."
      name="imageAlt"
      rows={2}
      maxLength={MAX_ALT_LENGTH}
      value={value}
      onChange={({ target }) => onChange(target.value.replace(/\n/g, ' '))}
    />
  );
}

/** The message may be below the edge of the screen, or of the part that scrolls. */
function scrollToProblem(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function statusText(image: string, uploaded: string, removed: string): string {
  if (image === '') return removed === '' ? '' : 'Image removed.';
  return image === uploaded ? 'Image uploaded.' : '';
}

interface PictureProps {
  image: string;
  focus: string;
  uploaded: string;
  cover: ReturnType<typeof useCoverUpload>;
}

/** The content of the drop zone: the cover, the picture that is being uploaded, or a hint. */
function CoverPicture({ image, focus, uploaded, cover }: PictureProps) {
  const { localUrl, percent } = cover;
  const isLocal = localUrl !== null && (percent !== null || image === '');
  const alt = image === uploaded ? 'Uploaded preview' : 'Current image';
  return (
    <>
      {isLocal && <img src={localUrl} alt="" className="opacity-40" />}
      {!isLocal && image !== '' && (
        <img src={image} alt={alt} style={{ objectPosition: positionOf(focus) }} />
      )}
      {!isLocal && image === '' && (
        <p className="cover-hint">
          <EditorIcon name="image-plus" size={24} />
          Choose, drop or paste an image
        </p>
      )}
      {percent !== null && (
        <ProgressRing
          percent={percent}
          label="Uploading the image"
          size={64}
          className="inset-0 m-auto size-16 rounded-full bg-paper"
          textClassName="font-semibold text-sm"
        />
      )}
    </>
  );
}

interface DropZoneProps {
  /** Called without a file if something else was dropped. */
  onDropped: (file: File | undefined) => void;
  children: ReactNode;
}

function DropZone({ onDropped, children }: DropZoneProps) {
  const { isOver, handlers } = useDrop((files) => onDropped(pictureAmong(files)));
  return (
    <div className="cover-zone" data-over={isOver || undefined} {...handlers}>
      {children}
    </div>
  );
}

function pasted(event: ClipboardEvent, onFile: (file: File) => void): void {
  const file = pictureAmong(event.clipboardData.files);
  if (!file) return;
  event.preventDefault();
  onFile(file);
}

/**
 * Returns the first picture, or any other file, so that the server can say what's wrong with it.
 */
function pictureAmong(files: FileList): File | undefined {
  return [...files].find(({ type }) => type.startsWith('image/')) ?? files[0];
}
