import { useEffect, useRef, useState } from 'react';
import { uploadPicture } from '../../../../lib/upload.ts';
import { Button } from '../../../ui/Button.tsx';
import { FileInput } from '../../../ui/FileInput.tsx';
import { requestMessage } from '../../../ui/request.ts';
import { PictureLibrary } from '../../library/PictureLibrary.tsx';

interface Props {
  /** What it does, such as "Replace". */
  name: string;
  /** For screen readers: with which picture. */
  of?: string;
  onPicture: (src: string, alt: string) => void;
}

/** Two buttons that upload a picture or choose one of the library. */
export function AddPicture({ name, of = '', onPicture }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef(new AbortController());
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const [isChoosing, setIsChoosing] = useState(false);
  useEffect(() => {
    abort.current = new AbortController();
    return () => abort.current.abort();
  }, []);
  const upload = async (file: File) => {
    const { signal } = abort.current;
    setProblem('');
    try {
      const { publicUrl } = await uploadPicture(file, 'post', { onProgress: setPercent, signal });
      if (!signal.aborted) onPicture(publicUrl, '');
    } catch (error) {
      if (!signal.aborted) setProblem(`Image upload failed. ${requestMessage(error)}`);
    }
    setPercent(null);
  };
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <Button
          small
          variant="secondary"
          busy={percent !== null}
          busyLabel={`Uploading: ${percent}%`}
          onClick={() => input.current?.click()}
        >
          {name}...<span className="sr-only">{of}</span>
        </Button>
        <Button small variant="secondary" onClick={() => setIsChoosing(true)}>
          {name} from the library<span className="sr-only">{of}</span>
        </Button>
      </div>
      <FileInput ref={input} accept="image/*" onFiles={([file]) => void upload(file)} />
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
      <PictureLibrary
        open={isChoosing}
        onClose={() => setIsChoosing(false)}
        onChoose={({ url, alt }) => {
          setIsChoosing(false);
          onPicture(url, alt);
        }}
      />
    </div>
  );
}
