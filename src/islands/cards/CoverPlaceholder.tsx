const TONES = 4;

/** What stands where a post has no cover: ripples of ink, in one of four tones that the slug decides. */
export function CoverPlaceholder({ seed }: { seed: string }) {
  let sum = 0;
  for (const character of seed) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  const x = 40 + (sum % 7) * 40;
  const y = 30 + (sum % 5) * 30;
  return (
    <div className="cover-placeholder" data-tone={sum % TONES} aria-hidden="true">
      <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {[10, 26, 46, 70, 98, 130, 166, 206, 250].map((radius) => (
          <circle key={radius} cx={x} cy={y} r={radius} />
        ))}
        <circle className="drop" cx={x} cy={y} r="4" />
      </svg>
    </div>
  );
}
