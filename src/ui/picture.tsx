interface PictureProps {
  src: string
  alt: string
  /** Its side in CSS pixels, set before it loads, so that nothing moves. */
  size: number
  className?: string
  eager?: boolean
}

/** A square SVG drawing. */
export function Picture({ src, alt, size, className, eager = false }: PictureProps) {
  return (
    // oxlint-disable-next-line nextjs/no-img-element -- drawn SVG: there is nothing for an optimiser to do
    <img
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      className={className}
    />
  )
}
