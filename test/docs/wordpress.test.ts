// @deploy Runs PHP.
/** Runs the guide's code for WordPress in PHP, with stubs of the WordPress functions that it calls. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { onPath } from "../../e2e/support/browser.ts";

const GUIDE = readFileSync(resolve(import.meta.dirname, "../../docs/sites.md"), "utf8");
const [, code = ""] = /^```php\n([\s\S]*?)^```$/m.exec(GUIDE) ?? [];
const [, expected = ""] = /The page then has:\n\n```html\n([\s\S]*?)```/.exec(GUIDE) ?? [];
const [, shortcode = ""] = /^\/\/ (\[zone .*\])$/m.exec(code) ?? [];

/** Stubs of the WordPress functions that the code calls: https://developer.wordpress.org/reference/ */
const WORDPRESS = `
$hooks = array(); $shortcodes = array(); $scripts = array();
function add_action( $name, $callback ) { add_filter( $name, $callback ); }
function add_filter( $name, $callback ) { global $hooks; $hooks[ $name ][] = $callback; }
function apply_filters( $name, $value ) {
  global $hooks;
  foreach ( $hooks[ $name ] ?? array() as $callback ) { $value = $callback( $value ); }
  return $value;
}
function wp_enqueue_script( $handle, $source, $dependencies, $version, $options ) {
  global $scripts;
  $attributes = array( 'src' => $source, 'id' => "$handle-js" );
  if ( $options['strategy'] === 'async' ) { $attributes += array( 'async' => true, 'data-wp-strategy' => 'async' ); }
  $scripts[] = $attributes;
}
function add_shortcode( $name, $callback ) { global $shortcodes; $shortcodes[ $name ] = $callback; }
function shortcode_atts( $defaults, $values ) { return array_merge( $defaults, array_intersect_key( $values, $defaults ) ); }
function esc_attr( $text ) { return htmlspecialchars( $text, ENT_QUOTES ); }
`;

const PAGE = `
apply_filters( 'wp_enqueue_scripts', null );
$scripts[] = array( 'src' => '/other.js', 'id' => 'other-js' );
foreach ( $scripts as $attributes ) {
  $text = '';
  foreach ( apply_filters( 'wp_script_attributes', $attributes ) as $name => $value ) {
    $text .= $value === true ? " $name" : sprintf( ' %s="%s"', $name, esc_attr( $value ) );
  }
  echo "<script$text></script>\\n";
}
preg_match_all( '/(\\w+)="([^"]*)"/', $argv[1], $found );
echo $shortcodes['zone']( array_combine( $found[1], $found[2] ) ), "\\n";
`;

function render(shortcode: string): string {
  const program = `error_reporting( E_ALL ); ini_set( 'display_errors', '1' ); ${WORDPRESS} ${code} ${PAGE}`;
  const { stdout, stderr } = spawnSync("php", ["-n", "-r", program, "--", shortcode], { encoding: "utf8" });
  return stdout + stderr;
}

const OTHER = '<script src="/other.js" id="other-js"></script>\n';

test("the WordPress shortcode renders the element that the guide shows", (context) => {
  context.skip(onPath(["php"]) === undefined, "needs php");
  expect(shortcode).toContain("[zone id=");
  const [script, placeholder] = expected.split("\n");
  expect(render(shortcode)).toBe(`${script}\n${OTHER}${placeholder}\n`);
});

test("the code for WordPress escapes values of the shortcode and leaves out missing ones", (context) => {
  context.skip(onPath(["php"]) === undefined, "needs php");
  expect(render('[zone id="1" keywords="<b>&shoes"]')).toContain(
    '<ins data-zone-id="1" data-keywords="&lt;b&gt;&amp;shoes"></ins>',
  );
});
