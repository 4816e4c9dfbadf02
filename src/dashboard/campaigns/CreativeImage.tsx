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
  const source = new URL(image.replace(/^\//, ""), baseUrl);
  // The policy of the dashboard allows only own images, that of a frame those of one host.
  const frame = new URL(`dashboard/image?${new URLSearchParams({ image })}`, baseUrl);
  const isOwn = source.origin === baseUrl.origin;
  return (
    <div class="frame" style={{ maxWidth: `${width}px`, aspectRatio: `${width} / ${height}` }}>
      {image &&
        (isOwn ? <img src={source.href} alt={alt} /> : <iframe src={frame.href} title={alt} sandbox="" />)}
    </div>
  );
}
