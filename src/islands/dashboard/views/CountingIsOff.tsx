/** In place of numbers that nobody collects. */
export function CountingIsOff() {
  return (
    <p className="mt-2 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      Views aren't counted at the moment. An administrator can turn it on under Settings.
    </p>
  );
}
