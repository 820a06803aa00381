import { useState } from 'react';
import type { Logo } from '../../../../../api/contract/site.ts';
import { PictureField } from './PictureField.tsx';

interface Props {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  /** Null: the site has no logo. */
  logo: Logo | null;
  onChange: (logo: Logo | null) => void;
}

/** The logo, and another one for the dark theme. */
export function LogoField({ label, hint, error, logo, onChange }: Props) {
  const [failure, setFailure] = useState<string>();
  const setLight = async (light: string) => {
    setFailure(undefined);
    if (light === '') return onChange(null);
    try {
      const { width, height } = await sizeOf(light);
      onChange({ light, dark: logo?.dark ?? '', width, height });
    } catch {
      setFailure("The picture was uploaded, but it can't be shown. Please try again.");
    }
  };
  return (
    <>
      <PictureField
        label={label}
        hint={hint}
        error={failure ?? error}
        url={logo?.light ?? ''}
        theme="light"
        onChange={(light) => void setLight(light)}
      />
      {logo && (
        <PictureField
          label={`${label} in the dark theme`}
          hint="Optional. Without it, the same logo is in both themes."
          error={undefined}
          url={logo.dark}
          theme="dark"
          onChange={(dark) => onChange({ ...logo, dark })}
        />
      )}
    </>
  );
}

/** Returns the size of a picture in pixels. */
async function sizeOf(url: string): Promise<{ width: number; height: number }> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return { width: picture.naturalWidth, height: picture.naturalHeight };
}
