/**
 * User agents that count as robots or as people. Sources of robots:
 * https://github.com/monperrus/crawler-user-agents. Sources of people:
 * https://github.com/microlinkhq/top-user-agents, and the in-app browsers and applications of
 * https://github.com/omrilotan/isbot.
 */
import { expect, test } from "vitest";
import { readUserAgent } from "../../../src/service/placement/userAgent.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

const ROBOTS = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/41.0.2272.96 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/103.0.5060.134 Safari/537.36",
  "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
  "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
  "DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)",
  "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
  "CCBot/2.0 (https://commoncrawl.org/faq/)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "facebookexternalhit/1.1",
  "meta-externalfetcher/1.1",
  "Twitterbot/1.0",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "LinkedInBot/1.0 (compatible; Mozilla/5.0; Jakarta Commons-HttpClient/3.1 +http://www.linkedin.com)",
  "TelegramBot (like TwitterBot)",
  "Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
  "Scrapy/2.11 (+https://scrapy.org)",
  "Scrapy/1.0.3.post6+g2d688cd (+http://scrapy.org)",
  "magpie-crawler/1.1 (U; Linux amd64; en-GB; +http://www.brandwatch.net)",
  "python-requests/2.31.0 (+https://research.example/about)",
  "okhttp/4.12.0 (www.archive.example)",
  "ExampleReader/2.0 okhttp/4.12.0 crawler@reader.example",
  "Googlebot-News",
  "A6-Indexer",
];

const PEOPLE = [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/153.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/153.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/153.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (X11; CrOS x86_64 13904.66.0) ${WEBKIT} Chrome/91.0.4472.114 Safari/537.36`,
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${SAFARI} Version/26.6.1 Mobile/15E148 Safari/604.1`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
  "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
  `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${WEBKIT} SamsungBrowser/24.0 Chrome/117.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 11; CUBOT P40) ${WEBKIT} Chrome/96.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 8.0.0; CUBOT_P20) ${WEBKIT} Chrome/70.0.3538.110 Mobile Safari/537.36`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_4) ${SAFARI} Mobile/15E148 DuckDuckGo/7`,
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) ${SAFARI} Version/17.4.1 Mobile/15E148 Safari/604.1 (Ecosia ios@9.2.3.1367)`,
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${SAFARI} Mobile/15E148 [FBAN/FBIOS;FBAV/465.0.0.41.112;FBBV/602060281;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5]`,
  `Mozilla/5.0 (Linux; Android 10; SM-G973F Build/QQ3A.200805.001; wv) ${WEBKIT} Version/4.0 Chrome/85.0.4183.101 Mobile Safari/537.36 trill_2021806060 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly`,
  `Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) ${WEBKIT} Version/6.0 TV Safari/537.36`,
  `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/131.0.0.0 Safari/537.36`,
  "ExampleApp/1 Dalvik/2.1.0 (Linux; U; Android 6.0.1; vivo 1610 Build/MMB29M)",
  "ExampleApp/1 iPhone5,2 iOS/10_1 CFNetwork/808.3 Darwin/16.3.0",
  "AppName/1 CFNetwork/758.1.3 AppleTV/16.0.0",
  "CityNews/5.1 CFNetwork/1490.0.4 Darwin/23.2.0",
  "News/3.2 (com.publisher.news; build:7; iOS 17.5.0) Alamofire/5.9.1",
  "Radio Search/1.4 Dalvik/2.1.0 (Linux; U; Android 13; SM-G991B Build/TP1A)",
  "Feed Reader/8 okhttp/4.12.0",
  ...["okhttp/4.9", "axios/1.6", "axios/0.19.0", "Java/17", "node", "curl/8.5.0", "Wget/1.21"],
  ...["python-requests/2.31", "Go-http-client/1.1", "Mozilla/5.0", "An app of a publisher", ""],
];

test.each(ROBOTS)("the user agent %s is a robot", (userAgent) => {
  expect(readUserAgent(userAgent).isRobot).toBe(true);
});

test.each(PEOPLE)("the user agent %s is no robot", (userAgent) => {
  expect(readUserAgent(userAgent).isRobot).toBe(false);
});
