/** A turning ring. With a label it is announced; without, the text beside it says what is going on. */
export function Spinner({ label, className = '' }: { label?: string; className?: string }) {
  return label ? (
    <span role="status" className={`inline-flex items-center gap-3 text-muted ${className}`}>
      <span className="spinner" aria-hidden="true" />
      {label}
    </span>
  ) : (
    <span className={`spinner ${className}`} aria-hidden="true" />
  );
}
