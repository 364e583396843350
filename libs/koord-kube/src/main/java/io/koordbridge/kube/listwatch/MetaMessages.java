package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What messages of all kinds have in common; field numbers are those of {@code k8s.io/apimachinery}, which never change.
 */
@PureCore
final class MetaMessages {

    /** Length of a time without seconds. */
    private static final int MINUTES_ONLY = "2020-01-01T00:00".length();

    private MetaMessages() {}

    /** What is decoded of owners. */
    private enum Owners {
        /** Nothing. */
        UNREAD,
        /** Kind, name and uid. */
        NAMED,
        /** The same, group and version, and whether it is the controller. */
        WHOLE
    }

    static ObjectMeta metadata(ProtoReader message) {
        return metadata(message, Owners.UNREAD);
    }

    static ObjectMeta metadataWithOwners(ProtoReader message) {
        return metadata(message, Owners.NAMED);
    }

    static ObjectMeta metadataWithControllers(ProtoReader message) {
        return metadata(message, Owners.WHOLE);
    }

    private static ObjectMeta metadata(ProtoReader message, Owners owners) {
        ObjectMeta metadata = new ObjectMeta();
        Map<String, String> labels = new HashMap<>();
        Map<String, String> annotations = new HashMap<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> metadata.setName(message.text());
                case 3 -> metadata.setNamespace(unlessEmpty(message.text()));
                case 5 -> metadata.setUid(message.text());
                case 6 -> metadata.setResourceVersion(message.text());
                case 8 -> metadata.setCreationTimestamp(message.message(MetaMessages::time));
                case 9 -> metadata.setDeletionTimestamp(message.message(MetaMessages::time));
                case 10 -> metadata.setDeletionGracePeriodSeconds(message.number());
                case 11 -> put(labels, message.message(MetaMessages::text));
                case 12 -> put(annotations, message.message(MetaMessages::text));
                case 13 -> owner(message, owners, metadata);
                default -> message.skip();
            }
        }
        metadata.setLabels(labels);
        metadata.setAnnotations(annotations);
        return metadata;
    }

    private static void owner(ProtoReader message, Owners wanted, ObjectMeta metadata) {
        switch (wanted) {
            case UNREAD -> message.skip();
            case NAMED -> metadata.getOwnerReferences().add(message.message(MetaMessages::owner));
            case WHOLE -> metadata.getOwnerReferences().add(message.message(MetaMessages::wholeOwner));
        }
    }

    private static OwnerReference wholeOwner(ProtoReader message) {
        OwnerReference owner = new OwnerReference();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> owner.setKind(message.text());
                case 3 -> owner.setName(message.text());
                case 4 -> owner.setUid(message.text());
                case 5 -> owner.setApiVersion(message.text());
                case 6 -> owner.setController(message.number() != 0);
                default -> message.skip();
            }
        }
        return owner;
    }

    private static OwnerReference owner(ProtoReader message) {
        OwnerReference owner = new OwnerReference();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> owner.setKind(message.text());
                case 3 -> owner.setName(message.text());
                case 4 -> owner.setUid(message.text());
                default -> message.skip();
            }
        }
        return owner;
    }

    /** The API server writes texts that are not there as empty ones; readers of JSON never see those. */
    private static @Nullable String unlessEmpty(String text) {
        return text.isEmpty() ? null : text;
    }

    static String time(ProtoReader message) {
        long seconds = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                seconds = message.number();
            } else {
                message.skip();
            }
        }
        return timestamp(seconds);
    }

    /** As Kubernetes writes it; a formatter costs more than everything else of a pod's metadata. */
    static String timestamp(long epochSeconds) {
        String text =
                LocalDateTime.ofEpochSecond(epochSeconds, 0, ZoneOffset.UTC).toString();
        return text.length() == MINUTES_ONLY ? text + ":00Z" : text + "Z";
    }

    static <T> void put(Map<String, T> map, Map.Entry<String, T> entry) {
        map.put(entry.getKey(), entry.getValue());
    }

    static Map.Entry<String, String> text(ProtoReader entry) {
        String key = "";
        String value = "";
        for (int field = entry.next(); field != 0; field = entry.next()) {
            switch (field) {
                case 1 -> key = entry.text();
                case 2 -> value = entry.text();
                default -> entry.skip();
            }
        }
        return Map.entry(key, value);
    }

    static Map.Entry<String, Quantity> amount(ProtoReader entry) {
        Map.Entry<String, String> amount = amountText(entry);
        return Map.entry(amount.getKey(), Quantities.ofServer(amount.getValue()));
    }

    /** An amount of a status: one that is no quantity leaves the object readable, and whoever wants the amount gets the exception. */
    static Map.Entry<String, Quantity> reportedAmount(ProtoReader entry) {
        Map.Entry<String, String> amount = amountText(entry);
        try {
            return Map.entry(amount.getKey(), Quantities.ofServer(amount.getValue()));
        } catch (IllegalArgumentException notAQuantity) {
            return Map.entry(amount.getKey(), new Quantity(amount.getValue(), ""));
        }
    }

    private static Map.Entry<String, String> amountText(ProtoReader entry) {
        String key = "";
        String value = "";
        for (int field = entry.next(); field != 0; field = entry.next()) {
            switch (field) {
                case 1 -> key = entry.text();
                case 2 -> value = entry.message(MetaMessages::quantity);
                default -> entry.skip();
            }
        }
        return Map.entry(key, value.isEmpty() ? "0" : value);
    }

    private static String quantity(ProtoReader message) {
        String text = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                text = message.text();
            } else {
                message.skip();
            }
        }
        return text;
    }
}
