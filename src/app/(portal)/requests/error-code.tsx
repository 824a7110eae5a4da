/** The error code of a failed request; nothing for others. */
export function ErrorCode({ code }: { code: string | null }) {
  return code !== null && <span className="font-mono text-xs">{code}</span>
}
