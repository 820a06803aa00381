import type { ReactNode } from 'react';
import type { AddedMethod } from '../../../api/contract/users.ts';

const NAME = 'remove-added';

function nameOf({ kind, name }: AddedMethod): string {
  if (kind === 'two-step') return 'Two-step verification';
  return kind === 'passkey' ? `The passkey “${name}”` : `The linked ${name} account`;
}

/**
 * Offers to remove ways to sign in that a thief may have added. `methods`: absent while they're
 * unknown.
 */
export function RemoveAdded({ methods }: { methods?: AddedMethod[] }) {
  if (methods?.length === 0) return null;
  return (
    <div className="rounded-md border border-line p-4">
      <Choice>
        {methods
          ? "Remove ways to sign in that were added from a browser this account didn't know"
          : "Remove passkeys, linked accounts and two-step verification that were added from a browser this account didn't know"}
      </Choice>
      {methods && (
        <ul className="mt-2 ml-8 grid list-disc gap-1 pl-4 text-sm [overflow-wrap:anywhere]">
          {methods.map((method) => (
            <li key={`${method.kind}:${method.name}`}>{nameOf(method)}</li>
          ))}
        </ul>
      )}
      <p className="mt-2 ml-8 text-muted text-sm">
        {methods ? 'If you added all of these yourself' : 'If you added all of them yourself'},
        clear the checkbox.
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

/** Returns whether the owner keeps them, from the form's values. */
export function keepsAdded(values: FormData): boolean {
  return values.get(NAME) === null;
}
