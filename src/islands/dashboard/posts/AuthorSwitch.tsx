interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch between one's own posts and those of all authors. */
export function AuthorSwitch({ checked, onChange }: Props) {
  return (
    <label className="inline-flex min-h-11 items-center gap-3 font-medium text-sm">
      <span className="relative inline-flex">
        <input
          type="checkbox"
          role="switch"
          className="peer h-6 w-11 appearance-none rounded-full border border-field bg-sunken transition-colors checked:border-accent checked:bg-accent"
          checked={checked}
          aria-checked={checked}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-field transition-transform peer-checked:translate-x-5 peer-checked:bg-on-accent"
        />
      </span>
      All authors
    </label>
  );
}
