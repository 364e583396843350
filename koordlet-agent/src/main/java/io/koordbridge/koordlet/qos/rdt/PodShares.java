package io.koordbridge.koordlet.qos.rdt;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a pod asks for by its annotation.
 *
 * @param llc ways of the last cache
 * @param mb memory bandwidth
 */
@PureCore
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodShares(@Nullable Part llc, @Nullable Part mb) {

    private static final String ANNOTATION = "node.koordinator.sh/resctrl";
    private static final int MOST_CACHES = 256;

    /** The annotation. */
    public static final OverrideKey<PodShares> OF_POD = new OverrideKey<>(
            ANNOTATION,
            "{\"llc\":{\"schemata\":{\"range\":[0,100]},\"schemataPerCache\":[{\"cacheID\",\"range\"}]},"
                    + "\"mb\":{\"schemata\":{\"percent\"},\"schemataPerCache\":[{\"cacheID\",\"percent\"}]}}"
                    + " with at most " + MOST_CACHES + " caches",
            PodShares::decode);

    /**
     * One resource.
     *
     * @param schemata for all caches
     * @param schemataPerCache for some of them
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Part(@Nullable Share schemata, @Nullable List<Share> schemataPerCache) {
        public Part {
            schemataPerCache = schemataPerCache == null ? null : List.copyOf(schemataPerCache);
        }

        List<Share> perCache() {
            return schemataPerCache == null ? List.of() : schemataPerCache;
        }
    }

    /**
     * A share.
     *
     * @param cacheID null for all caches
     * @param range percentages of the ways, of a cache
     * @param percent of bandwidth
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Share(
            @Nullable Integer cacheID,
            @Nullable List<Long> range,
            @Nullable Long percent) {
        public Share {
            range = range == null ? null : List.copyOf(range);
        }
    }

    static PodShares decode(String text) {
        try {
            PodShares asked = AnnotationCodec.decode("Pod", ANNOTATION, text, PodShares.class);
            if (asked == null) {
                throw new IllegalArgumentException("null");
            }
            for (Part part : asked.parts()) {
                if (part.perCache().size() > MOST_CACHES) {
                    throw new IllegalArgumentException(part.perCache().size() + " caches");
                }
            }
            return asked;
        } catch (BadAnnotationException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        Optional.ofNullable(llc).ifPresent(parts::add);
        Optional.ofNullable(mb).ifPresent(parts::add);
        return parts;
    }

    /**
     * Lines by their begin; without that of a resource for which any cache has no share that can be given.
     *
     * @param problems takes why
     */
    public Map<String, String> lines(RdtMachine machine, Collection<Integer> ids, List<String> problems) {
        Map<String, String> lines = new TreeMap<>();
        put(lines, Schemata.L3, llc, ids, share -> mask(machine, share, problems));
        put(lines, Schemata.MB, mb, ids, share -> {
            String bandwidth = Shares.bandwidth(machine.vendor(), share.percent());
            if (bandwidth.isEmpty()) {
                problems.add("mb percent = " + share.percent() + ": want 1 to 100");
            }
            return bandwidth;
        });
        return lines;
    }

    private static void put(
            Map<String, String> lines,
            String begin,
            @Nullable Part part,
            Collection<Integer> ids,
            Function<Share, String> text) {
        if (part == null) {
            return;
        }
        Map<Integer, String> shares = new TreeMap<>();
        String forAll = part.schemata() == null ? "" : text.apply(part.schemata());
        ids.forEach(id -> shares.put(id, forAll));
        for (Share share : part.perCache()) {
            Integer id = share.cacheID();
            if (id != null && shares.containsKey(id)) {
                shares.put(id, text.apply(share));
            }
        }
        if (!shares.isEmpty() && shares.values().stream().noneMatch(one -> one.isEmpty() || one.equals("0"))) {
            lines.put(begin, Schemata.line(begin, shares));
        }
    }

    private static String mask(RdtMachine machine, Share share, List<String> problems) {
        List<Long> range = share.range();
        if (range == null || range.size() != 2) {
            problems.add("llc range = " + range + ": want two percentages");
            return "";
        }
        try {
            return Shares.mask(machine.mask(), range.get(0), range.get(1));
        } catch (IllegalArgumentException e) {
            problems.add("llc " + e.getMessage());
            return "";
        }
    }
}
