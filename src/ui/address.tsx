interface AddressProps {
  address: {
    name: string
    phone: string
    line1: string
    line2: string | null
    landmark: string | null
    city: string
    district: string
    state: string
    pincode: string
  }
}

/** A delivery address as it is written in India. */
export function Address({
  address: { name, phone, line1, line2, landmark, city, district, state, pincode },
}: AddressProps) {
  return (
    <address className="text-sm not-italic">
      {[name, line1, line2, landmark, city === district ? city : `${city}, ${district}`, `${state} ${pincode}`].map(
        (line, place) =>
          line !== null && (
            <span key={place} className={`block ${place === 0 ? "font-medium" : ""}`}>
              {line}
            </span>
          ),
      )}
      <a href={`tel:${phone}`} className="link">
        {phone}
      </a>
    </address>
  )
}
