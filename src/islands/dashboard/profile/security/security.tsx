import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '../../../../lib/api.ts';
import type { SecondFactorProof } from '../../../../lib/passkeys.ts';
import { toast } from '../../../../stores/toasts.ts';
import { attempt } from '../../../ui/attempt.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { codeOf, requestMessage } from '../../../ui/request.ts';
import { keys, useSecondFactor } from '../../data.tsx';
import { CodeDialog } from './CodeDialog.tsx';

/**
 * Returns what to say about a failed change. `unchanged`: for users who didn't confirm their
 * identity.
 */
export function failureText(error: unknown, unchanged: string): string {
  if (codeOf(error) === 'reauthenticate') return unchanged;
  if (error instanceof ApiFailure || !(error instanceof Error)) return requestMessage(error);
  return error.message;
}

/** Returns a function that reloads the data that a change of a sign-in method affects. */
export function useSecurityRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    for (const key of [keys.passkeys, keys.identities, keys.secondFactor, keys.events]) {
      void client.invalidateQueries({ queryKey: key });
    }
  };
}

interface RowProps {
  id: string;
  title: string;
  chip: string | false;
  details: ReactNode;
  children: ReactNode;
}

export function MethodRow({ id, title, chip, details, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-b py-2">
      <div className="min-w-40 grow text-sm">
        <p id={id} className="font-medium [overflow-wrap:anywhere]">
          {title}
          {chip && <span className="chip ml-2">{chip}</span>}
        </p>
        <p className="mt-0.5 text-muted text-xs">{details}</p>
      </div>
      {children}
    </li>
  );
}

interface RemovalProps<T> {
  /** What to remove, or null while the dialog is closed. */
  target: T | null;
  title: string;
  text: string;
  label: string;
  remove: (target: T, proof?: SecondFactorProof) => Promise<unknown>;
  done: (target: T) => string;
  unchanged: string;
  onClose: () => void;
}

/**
 * Asks before a way to sign in is removed: for a second factor, while two-step verification is on.
 */
export function RemovalDialog<T>(props: RemovalProps<T>) {
  const { target, title, text, label, remove, done, unchanged, onClose } = props;
  const { data: status } = useSecondFactor({ isFresh: true });
  const refresh = useSecurityRefresh();
  if (target && status?.totp) {
    return (
      <CodeDialog
        title={title}
        label={label}
        variant="danger"
        hasPasskey={status.passkeys > 0}
        onProof={async (proof) => {
          await remove(target, proof);
          toast(done(target));
          refresh();
        }}
        onClose={onClose}
      >
        {text}
      </CodeDialog>
    );
  }
  return (
    <ConfirmDialog
      open={target !== null}
      title={title}
      yes={`Yes, ${label.toLowerCase()}`}
      no="Cancel"
      // Not awaited, so that this dialog closes before "Confirm it's you" opens.
      onConfirm={() => {
        if (!target) return;
        const explain = (error: unknown) => failureText(error, unchanged);
        void attempt(() => remove(target), done(target), explain).then(refresh);
      }}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  );
}
