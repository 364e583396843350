package io.koordbridge.koordlet.qos.rdt;

import io.koordbridge.api.document.pod.QosWishReader;
import io.koordbridge.api.document.pod.ResctrlWish;
import io.koordbridge.api.document.pod.ResctrlWish.Part;
import io.koordbridge.api.document.pod.ResctrlWish.Share;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.protocol.PureCore;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a pod asks for by its annotation.
 *
 * @param wish the annotation as written
 */
@PureCore
public record PodShares(ResctrlWish wish) {

    /** The annotation. */
    public static final OverrideKey<PodShares> OF_POD = new OverrideKey<>(
            QosWishReader.RESCTRL,
            "{\"llc\":{\"schemata\":{\"range\":[0,100]},\"schemataPerCache\":[{\"cacheID\",\"range\"}]},"
                    + "\"mb\":{\"schemata\":{\"percent\"},\"schemataPerCache\":[{\"cacheID\",\"percent\"}]}}"
                    + " with at most " + QosWishReader.MOST_CACHES + " caches",
            PodShares::decode);

    static PodShares decode(String text) {
        return OverrideKey.required(QosWishReader.resctrl(text))
                .map(PodShares::new)
                .orElseThrow(() -> new IllegalArgumentException("null"));
    }

    /**
     * Lines by their begin; without that of a resource for which any cache has no share that can be given.
     *
     * @param problems takes why
     */
    public Map<String, String> lines(RdtMachine machine, Collection<Integer> ids, List<String> problems) {
        Map<String, String> lines = new TreeMap<>();
        put(lines, Schemata.L3, wish.llc(), ids, share -> mask(machine, share, problems));
        put(lines, Schemata.MB, wish.mb(), ids, share -> {
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
        for (Share share : part.schemataPerCache()) {
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
