package io.koordbridge.kube.metrics;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Registry names that carry labels: {@code family{label=value,…}}, values percent-encoded. Dropwizard Metrics has no labels;
 * {@link PrometheusText} reads them back and merges all metrics of a family.
 */
public final class MetricNames {

    private MetricNames() {}

    /**
     * A registry name.
     *
     * @param family Prometheus name: {@code [a-zA-Z_:][a-zA-Z0-9_:]*}
     * @param labels alternating label and value; values from bounded sets
     */
    public static String of(String family, String... labels) {
        if (labels.length % 2 != 0) {
            throw new IllegalArgumentException("metric " + family + ": a label has no value");
        }
        if (labels.length == 0) {
            return family;
        }
        StringBuilder name = new StringBuilder(family).append('{');
        for (int i = 0; i < labels.length; i += 2) {
            name.append(i == 0 ? "" : ",").append(labels[i]).append('=').append(encode(labels[i + 1]));
        }
        return name.append('}').toString();
    }

    /** Family and labels of a registry name; a name without labels is its own family. */
    static Labelled read(String name) {
        int open = name.indexOf('{');
        if (open < 0 || !name.endsWith("}")) {
            return new Labelled(name, Map.of());
        }
        Map<String, String> labels = new TreeMap<>();
        for (String pair : name.substring(open + 1, name.length() - 1).split(",")) {
            int equals = pair.indexOf('=');
            labels.put(pair.substring(0, equals), decode(pair.substring(equals + 1)));
        }
        return new Labelled(name.substring(0, open), labels);
    }

    record Labelled(String family, Map<String, String> labels) {}

    private static String encode(String value) {
        StringBuilder out = new StringBuilder();
        for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (octet & 0xff);
            boolean plain = c > ' ' && c < 127 && "%,={}".indexOf(c) < 0;
            out.append(plain ? String.valueOf(c) : String.format("%%%02x", (int) c));
        }
        return out.toString();
    }

    private static String decode(String encoded) {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        for (int i = 0; i < encoded.length(); i++) {
            if (encoded.charAt(i) == '%') {
                out.write(Integer.parseInt(encoded.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                out.write(encoded.charAt(i));
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
