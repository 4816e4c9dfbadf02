/** One account of each kind, two sites with six zones each, two campaigns. */
import { hashPassword, hashToken } from "../../src/service/signing/passwords.ts";

export const PASSWORD = "correct horse";
export const API_TOKEN = "token-of-ann";

export async function catalogue(): Promise<object> {
  const password = await hashPassword(PASSWORD);
  const zones = (site: number, first: number) =>
    Array.from({ length: 6 }, (_, at) => ({
      id: first + at,
      site,
      name: `Zone ${first + at}`,
      size: "300x250",
    }));
  const campaign = (id: number, name: string) => ({
    id,
    account: 3,
    name,
    pricing: { model: "cpm", price: "2.00" },
    variations: [
      { id: id * 10, image: "/creatives/icon.svg", size: "300x250", url: "https://shoes.example/" },
    ],
  });
  return {
    accounts: [
      { id: 1, name: "Net", role: "network", username: "net", password },
      {
        id: 2,
        name: "Ann",
        role: "publisher",
        network: 1,
        username: "ann",
        password,
        apiTokens: [hashToken(API_TOKEN)],
      },
      {
        id: 3,
        name: "Bob",
        role: "advertiser",
        network: 1,
        username: "bob",
        password,
        goals: 1,
        currency: "EUR",
      },
    ],
    sites: [
      { id: 10, account: 2, name: "News", hostname: "news.example" },
      { id: 11, account: 2, name: "Shop", hostname: "shop.example" },
    ],
    zones: [...zones(10, 101), ...zones(11, 111)],
    campaigns: [campaign(301, "Spring"), campaign(302, "Autumn")],
  };
}
