import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { type ImportOptions, MAX_IMPORT_BYTES } from '../../../../api/contract/imports.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { checkSession } from '../data.tsx';
import { failureText } from '../profile/security/security.tsx';
import { FileDrop } from './FileDrop.tsx';
import { addressError, OptionFields } from './OptionFields.tsx';
import { Sources } from './Sources.tsx';
import { useImportActions } from './useImport.ts';

const NOT_UPLOADED = "Nothing was uploaded because you didn't confirm your identity.";

interface Props {
  username: string;
  /** The options of the last import, if it failed. */
  options: ImportOptions | undefined;
}

/** Asks for an export, and uploads it. */
export function StartImport({ username, options: earlier }: Props) {
  const { start } = useImportActions();
  const errorId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [options, setOptions] = useState(earlier ?? initialOptions(username));
  const [error, setError] = useState('');
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each try
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [tries]);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const problem = problemOf(file);
    setError(problem);
    setTries(tries + 1);
    const isIncomplete = addressError(options.baseUrl) ?? addressError(options.sitemap);
    if (!file || problem !== '' || isIncomplete) return;
    setBusy(true);
    try {
      await start(file, options);
    } catch (failure) {
      checkSession(failure);
      setError(failureText(failure, NOT_UPLOADED));
      setBusy(false);
    }
  };
  return (
    <>
      <p className="mt-2 max-w-prose text-soft text-sm">
        Brings posts, pages, comments and pictures from another system to this site. Inkwell
        rehearses the import first, so you can see how everything would look here and what would
        change. Nothing becomes public until you say so.
      </p>
      <Sources />
      <form ref={form} className="mt-5 grid gap-5" noValidate onSubmit={submit} aria-label="Import">
        <FileDrop
          prompt="Drop an export here"
          hint="XML, JSON or zip, up to 2 GB"
          file={file}
          disabled={isBusy}
          onFile={(chosen) => {
            setFile(chosen);
            setError(problemOf(chosen));
          }}
        />
        <OptionFields options={options} isChecked={tries > 0} onChange={setOptions} />
        {error !== '' && (
          <Alert>
            <span id={errorId}>{error}</span>
          </Alert>
        )}
        <Button
          type="submit"
          className="justify-self-start max-sm:w-full"
          aria-describedby={error === '' ? undefined : errorId}
          busy={isBusy}
          busyLabel="Starting..."
        >
          Upload and rehearse
        </Button>
      </form>
      <p className="mt-6 text-muted text-sm">
        On the server’s terminal,{' '}
        <code className="font-mono text-[0.9em]">npm run import -- PATH --rehearse</code> does the
        same, and takes folders and larger files.
      </p>
    </>
  );
}

function initialOptions(username: string): ImportOptions {
  return {
    from: null,
    author: username,
    baseUrl: null,
    sitemap: null,
    pictures: 'fetch',
    merge: false,
  };
}

function problemOf(file: File | null): string {
  if (!file) return 'Choose the export first.';
  if (file.size === 0) return 'This file is empty.';
  if (file.size > MAX_IMPORT_BYTES) {
    return 'This file is larger than 2 GB. Import it on the server’s terminal: npm run import.';
  }
  return '';
}
