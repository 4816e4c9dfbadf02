import { baseUrl } from "../app/session.ts";

interface CreativeImageProps {
  /** Empty while it is uploaded. */
  image: string;
  size: string;
  alt: string;
}

/** Image of a creative, at most as large as its zone. */
export function CreativeImage({ image, size, alt }: CreativeImageProps) {
  const [width = "1", height = "1"] = size.split("x");
  // The path is relative to the service, which is one folder above the dashboard.
  const source = String(new URL(image.replace(/^\//, ""), baseUrl));
  return (
    <div class="frame" style={{ maxWidth: `${width}px`, aspectRatio: `${width} / ${height}` }}>
      {image && <img src={source} alt={alt} />}
    </div>
  );
}
