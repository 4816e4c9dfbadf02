import { baseUrl } from "../app/session.ts";

interface CreativeImageProps {
  /** Empty while it is uploaded. */
  image: string;
  size: string;
  alt: string;
  /** Reports that the image was loaded, or that it was not. Images of other hosts report neither. */
  onSettled?: ((isLoaded: boolean) => void) | undefined;
}

/** Image of a creative, at most as large as its zone. */
export function CreativeImage({ image, size, alt, onSettled }: CreativeImageProps) {
  const [width = "1", height = "1"] = size.split("x");
  const source = new URL(locateImage(image));
  // The policy of the dashboard allows only own images, that of a frame those of one host.
  const frame = new URL(`dashboard/image?${new URLSearchParams({ image })}`, baseUrl);
  const isOwn = source.origin === baseUrl.origin;
  return (
    <div class="frame" style={{ maxWidth: `${width}px`, aspectRatio: `${width} / ${height}` }}>
      {image &&
        (isOwn ? (
          <img
            src={source.href}
            alt={alt}
            onLoad={() => onSettled?.(true)}
            onError={() => onSettled?.(false)}
          />
        ) : (
          <iframe src={frame.href} title={alt} sandbox="" />
        ))}
    </div>
  );
}

/** The path is relative to the service, which is one folder above the dashboard. */
export function locateImage(image: string): string {
  return new URL(image.replace(/^\//, ""), baseUrl).href;
}
