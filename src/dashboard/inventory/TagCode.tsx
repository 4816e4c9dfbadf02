/** Code to copy into pages: the script, and a zone in HTML, for React and for WordPress. */
import { useState } from "preact/hooks";
import { baseUrl } from "../app/session.ts";
import { useTexts } from "../texts/management.ts";
import { CopyButton } from "../ui/CopyButton.tsx";

const KINDS = ["html", "react", "wordpress"] as const;
type Kind = (typeof KINDS)[number];

interface CodeZone {
  id: number;
  size: string;
}

const SCRIPT = String(new URL("zonetag.js", baseUrl));
const ENDPOINT = String(new URL("v1/placement", baseUrl));

export const SCRIPT_CODE = `<script async src="${SCRIPT}" data-endpoint="${ENDPOINT}"></script>`;
export const writeZone = ({ id, size }: CodeZone) => `<ins data-zone-id="${id}" data-size="${size}"></ins>`;

export function TagCode({ zone }: { zone: CodeZone }) {
  const { code } = useTexts();
  const [kind, setKind] = useState<Kind>("html");
  return (
    <div class="stack">
      <fieldset class="segmented">
        <legend class="visually-hidden">{code.kind}</legend>
        {KINDS.map((each) => (
          <button type="button" key={each} aria-pressed={each === kind} onClick={() => setKind(each)}>
            {code.kinds[each]}
          </button>
        ))}
      </fieldset>
      {listParts(kind, zone).map(([label, text]) => (
        <div class="stack tight" key={label}>
          <h3>{code[label]}</h3>
          <Code text={text} />
        </div>
      ))}
      <p class="hint">
        {code.endpoint}: <code>{ENDPOINT}</code>
      </p>
    </div>
  );
}

type Label = "script" | "zone" | "css" | "functions" | "shortcode" | "component";

function listParts(kind: Kind, zone: CodeZone): [Label, string][] {
  const { id, size } = zone;
  if (kind === "wordpress")
    return [
      ["functions", writeWordPress()],
      ["shortcode", `[zone id="${id}" size="${size}"]`],
    ];
  const css = writeRule(size);
  if (kind === "react")
    return [
      ["script", SCRIPT_CODE],
      ["component", `import { Zone } from "zonetag/react";\n\n<Zone zone={${id}} size="${size}" />`],
      ["css", css],
    ];
  return [
    ["script", SCRIPT_CODE],
    ["zone", writeZone(zone)],
    ["css", css],
  ];
}

/** CSS rule that the tag adds for a size, as in docs/publishers.md. */
function writeRule(size: string): string {
  const [width, height] = size.split("x");
  return `[data-zone-id][data-size="${size}"] {
  display: block; writing-mode: horizontal-tb; contain: layout; container-type: inline-size;
  contain-intrinsic-width: min(${width}px, 80vw); width: 100%; max-width: ${width}px;
  height: fit-content; min-height: 0; aspect-ratio: ${width} / ${height}; text-indent: 0;
}`;
}

/** Code for WordPress, as in docs/sites.md. */
function writeWordPress(): string {
  return `add_action( 'wp_enqueue_scripts', function () {
	wp_enqueue_script( 'zonetag', '${SCRIPT}', array(), null, array( 'strategy' => 'async' ) );
} );

add_filter( 'wp_script_attributes', function ( $attributes ) {
	if ( ( $attributes['id'] ?? '' ) === 'zonetag-js' ) {
		$attributes['data-endpoint'] = '${ENDPOINT}';
	}
	return $attributes;
} );

add_shortcode( 'zone', function ( $values ) {
	$values = shortcode_atts( array( 'id' => '', 'size' => '' ), $values );
	$size = $values['size'] === '' ? '' : sprintf( ' data-size="%s"', esc_attr( $values['size'] ) );
	return sprintf( '<ins data-zone-id="%s"%s></ins>', esc_attr( $values['id'] ), $size );
} );`;
}

export function Code({ text }: { text: string }) {
  const { code } = useTexts();
  return (
    <div class="row code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, by keyboard as well */}
      <pre class="panel" tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton label={code.copy} createText={() => text} />
    </div>
  );
}
