import type { ReactNode } from 'react';
import type { AddedMethod } from '../../../api/contract/users.ts';

const NAME = 'remove-added';

function nameOf({ kind, name }: AddedMethod): string {
  if (kind === 'two-step') return 'Two-step verification';
  return kind === 'passkey' ? `The passkey “${name}”` : `The linked ${name} account`;
}

/** Offers to remove ways to sign in that a thief may have added. Without `methods`, they aren't known yet. */
export function RemoveAdded({ methods }: { methods?: AddedMethod[] }) {
  if (methods?.length === 0) return null;
  return (
    <div className="rounded-md border border-line p-4">
      <Choice>
        {methods
          ? "Remove what was added from a browser that this account didn't know"
          : "Remove passkeys, linked accounts and two-step verification that were added from a browser that this account didn't know"}
      </Choice>
      {methods && (
        <ul className="mt-2 ml-8 grid list-disc gap-1 pl-4 text-sm [overflow-wrap:anywhere]">
          {methods.map((method) => (
            <li key={`${method.kind}:${method.name}`}>{nameOf(method)}</li>
          ))}
        </ul>
      )}
      <p className="mt-2 ml-8 text-muted text-sm">
        {methods ? 'If you added all of this yourself' : 'If all of them are yours'}, clear the
        checkbox.
      </p>
    </div>
  );
}

function Choice({ children }: { children: ReactNode }) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-sm">
      <input type="checkbox" name={NAME} defaultChecked className="size-5 shrink-0 accent-accent" />
      {children}
    </label>
  );
}

/** Whether the owner keeps them, from the values of the form. */
export function keepsAdded(values: FormData): boolean {
  return values.get(NAME) === null;
}
