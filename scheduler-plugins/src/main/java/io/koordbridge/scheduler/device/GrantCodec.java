package io.koordbridge.scheduler.device;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.resource.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The annotation device-allocated: devices by type. */
@PureCore
final class GrantCodec {

    private GrantCodec() {}

    /** The whole document. */
    static final class Document extends TreeMap<String, List<Entry>> {
        private static final long serialVersionUID = 1L;
    }

    /** One device. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Entry(
            @Nullable Integer minor,
            @Nullable String id,
            @Nullable Map<String, Quantity> resources,
            @Nullable Extension extension) {}

    /** What goes with a device. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Extension(@JsonProperty("vfs") @Nullable List<Vf> functions) {}

    /** A virtual function. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Vf(
            @Nullable Integer minor,
            @JsonProperty("busID") @Nullable String busId) {}

    /** Devices by type; none when the text cannot be read. */
    static SortedMap<String, List<Grant>> read(String text) {
        try {
            return decode(text);
        } catch (BadAnnotationException | IllegalArgumentException | ArithmeticException unreadable) {
            return new TreeMap<>();
        }
    }

    /**
     * Devices by type.
     *
     * @throws BadAnnotationException when the text cannot be read
     * @throws IllegalArgumentException when an amount is not one
     */
    static SortedMap<String, List<Grant>> decode(String text) {
        SortedMap<String, List<Grant>> grants = new TreeMap<>();
        Document document = AnnotationCodec.decode("Pod", Annotations.POD_DEVICE_ALLOCATED, text, Document.class);
        if (document != null) {
            document.forEach((type, entries) ->
                    grants.put(type, entries.stream().map(GrantCodec::grant).toList()));
        }
        return grants;
    }

    private static Grant grant(Entry entry) {
        List<Card.Function> functions = new ArrayList<>();
        if (entry.extension() != null && entry.extension().functions() != null) {
            for (Vf vf : entry.extension().functions()) {
                functions.add(new Card.Function(
                        Objects.requireNonNullElse(vf.busId(), ""),
                        Objects.requireNonNullElse(vf.minor(), 0),
                        Map.of()));
            }
        }
        ResourceVector amounts = ResourceVector.ofQuantities(entry.resources());
        if (amounts.names().stream().anyMatch(name -> amounts.get(name) < 0)) {
            throw new IllegalArgumentException("amounts " + amounts + ", allowed are 0 and more");
        }
        return new Grant(
                Objects.requireNonNullElse(entry.minor(), -1),
                Objects.requireNonNullElse(entry.id(), ""),
                amounts,
                functions);
    }

    static String write(Map<String, List<Grant>> grants) {
        Document document = new Document();
        grants.forEach((type, list) ->
                document.put(type, list.stream().map(GrantCodec::entry).toList()));
        return AnnotationCodec.write(document);
    }

    private static Entry entry(Grant grant) {
        Map<String, Quantity> resources = new TreeMap<>();
        grant.amounts().amounts().forEach((name, amount) -> resources.put(name, new Quantity(Long.toString(amount))));
        return new Entry(
                grant.minor(),
                grant.id().isEmpty() ? null : grant.id(),
                resources,
                grant.functions().isEmpty()
                        ? null
                        : new Extension(grant.functions().stream()
                                .map(one -> new Vf(one.minor(), one.busId()))
                                .toList()));
    }
}
