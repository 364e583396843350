package io.koordbridge.api.document.pod;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.slo.BlkioQos;
import io.koordbridge.api.slo.CpuBurstStrategy;
import io.koordbridge.api.slo.CpuQos;
import io.koordbridge.api.slo.MemoryQos;
import io.koordbridge.protocol.PureCore;
import java.util.Objects;

/**
 * Annotations of Pods that lay wishes of their owners over the NodeSLO: cpuQOS, blkioQOS, memoryQOS, cpuBurst and resctrl.
 *
 * <pre>
 * input                                   | value                        | problem
 * ----------------------------------------+------------------------------+--------------------------
 * JSON null                               | absent                       | -
 * names of fields in another case         | as written in the right case | -
 * unknown fields, fields that are null    | left out                     | -
 * no JSON, text after the document, wrong | unreadable                   | the whole text
 *   type, text for a number, a fraction   |                              |
 * resctrl of more than 256 caches         | unreadable                   | schemataPerCache
 * a number out of the range of its file   | as written                   | - (the strategy checks it)
 * </pre>
 *
 * <p><b>koordlet</b>: a pod without the annotation has the values of the NodeSLO. So does one with an unreadable document or a number out
 * of range, with a message in the log; but with an unreadable cpuQOS the groups of the pod stay as they are. Other processes do not read
 * them. A text above 16,384 characters does not come here.
 */
@PureCore
public final class QosWishReader {

    /** Identity of the CPU groups. */
    public static final String IDENTITY = "koordinator.sh/cpuQOS";
    /** Limits of block devices. */
    public static final String BLOCKS = "koordinator.sh/blkioQOS";
    /** Memory of the groups. */
    public static final String MEMORY = "koordinator.sh/memoryQOS";
    /** CPU burst. */
    public static final String BURST = "koordinator.sh/cpuBurst";
    /** Shares of the last cache and of memory bandwidth. */
    public static final String RESCTRL = "node.koordinator.sh/resctrl";
    /** A machine has fewer caches. */
    public static final int MOST_CACHES = 256;

    private QosWishReader() {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record WithPolicy(String policy) {
        WithPolicy {
            policy = Objects.requireNonNullElse(policy, "");
        }
    }

    /** Annotation {@value #IDENTITY}. */
    public static Decoded<CpuQos> identity(String text) {
        return JsonDocument.of(text, IDENTITY, CpuQos.class, "JSON of enable and groupIdentity");
    }

    /** Annotation {@value #BLOCKS}. */
    public static Decoded<BlkioQos> blocks(String text) {
        return JsonDocument.of(text, BLOCKS, BlkioQos.class, "JSON such as {\"blocks\":[]}");
    }

    /** Annotation {@value #BURST}. */
    public static Decoded<CpuBurstStrategy> burst(String text) {
        return JsonDocument.of(text, BURST, CpuBurstStrategy.class, "JSON such as {\"policy\":\"auto\"}");
    }

    /** Annotation {@value #MEMORY} without its policy. */
    public static Decoded<MemoryQos> memory(String text) {
        return JsonDocument.of(text, MEMORY, MemoryQos.class, "JSON such as {\"policy\":\"auto\",\"wmarkRatio\":95}");
    }

    /** The policy in annotation {@value #MEMORY}, empty when it names none. */
    public static Decoded<String> memoryPolicy(String text) {
        return JsonDocument.of(text, MEMORY, WithPolicy.class, "JSON such as {\"policy\":\"auto\"}")
                .map(WithPolicy::policy);
    }

    /** Annotation {@value #RESCTRL}. */
    public static Decoded<ResctrlWish> resctrl(String text) {
        Decoded<ResctrlWish> wish = JsonDocument.of(
                text, RESCTRL, ResctrlWish.class, "JSON such as {\"mb\":{\"schemata\":{\"percent\":50}}}");
        int caches = wish.map(ResctrlWish::mostCaches).orElse(0);
        return caches <= MOST_CACHES
                ? wish
                : Decoded.unreadable(
                        new WireProblem(RESCTRL, "schemataPerCache", caches + " caches", "at most " + MOST_CACHES));
    }
}
