package io.koordbridge.kube.metrics;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Registry names that carry labels: {@code family{label=value,…}}, values percent-encoded. Dropwizard Metrics has no labels;
 * {@link PrometheusFormatter} reads them back and merges all metrics of a family.
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

    /** Most values hold nothing to encode; names are made for each node. */
    private static String encode(String value) {
        return value.chars().allMatch(MetricNames::isPlain) ? value : encodeOctets(value);
    }

    private static String encodeOctets(String value) {
        StringBuilder out = new StringBuilder();
        for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
            int unsigned = octet & 0xff;
            if (isPlain(unsigned)) {
                out.append((char) unsigned);
            } else {
                out.append(String.format("%%%02x", unsigned));
            }
        }
        return out.toString();
    }

    private static boolean isPlain(int c) {
        return c > ' ' && c < 127 && "%,={}".indexOf(c) < 0;
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
