/**
 * Sends a span for each request to an OpenTelemetry collector. The SDK is an optional dependency of 33 MB, so it is loaded
 * only when a collector is configured.
 */
import type { Attributes } from "@opentelemetry/api";

export interface AnsweredRequest {
  route: string;
  method: string;
  status: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  milliseconds: number;
  /** Request headers; they can carry the caller's span, which becomes the parent. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Traces {
  record(request: AnsweredRequest): void;
  close(): Promise<void>;
}

/** Starts tracing. `endpoint`: trace URL of the collector, such as `http://127.0.0.1:4318/v1/traces`. */
export async function openTraces(endpoint: string): Promise<Traces> {
  const { api, core, exporter, resources, sdk } = await loadSdk();
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": "zonetag-service" }),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter({ url: endpoint }))],
  });
  const tracer = provider.getTracer("zonetag-service");
  const propagator = new core.W3CTraceContextPropagator();
  return {
    record({ route, method, status, startedAt, milliseconds, headers }) {
      const parent = propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter);
      const attributes: Attributes = {
        "http.route": route,
        "http.request.method": method,
        "http.response.status_code": status,
      };
      const kind = api.SpanKind.SERVER;
      const span = tracer.startSpan(`${method} ${route}`, { kind, attributes, startTime: startedAt }, parent);
      if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end(startedAt + milliseconds);
    },
    close: () => provider.shutdown(),
  };
}

async function loadSdk() {
  try {
    const [api, core, exporter, resources, sdk] = await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/core"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace-base"),
    ]);
    return { api, core, exporter, resources, sdk };
  } catch (error) {
    throw new Error(
      "Traces need packages that are not installed: npm install @opentelemetry/api @opentelemetry/core @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources @opentelemetry/sdk-trace-base",
      { cause: error },
    );
  }
}
