export const dynamic = "force-dynamic"

export const metadata = { title: "Empty", description: "A heading and a sentence." }

const Empty = () => (
  <main>
    <h1>Empty</h1>
    <p>A heading and a sentence.</p>
  </main>
)

export default Empty
