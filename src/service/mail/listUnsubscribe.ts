/** Headers for ending mails by a click in the mail program. Without https, it opens the page instead (RFC 8058, 3.1). */
export function listUnsubscribe(address: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${address}>`,
    ...(address.startsWith("https:") && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
  };
}
