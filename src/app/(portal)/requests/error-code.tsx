/** The error code of a failed request; nothing for others. */
export function ErrorCode({ code, className }: { code: string | null; className: string }) {
  return code !== null && <span className={`font-mono text-xs ${className}`}>{code}</span>
}
