package io.koordbridge.lab.kube;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.net.HttpURLConnection;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Changes objects that other processes change as well: an edit that meets a newer version is made again on that version. */
public final class Edits {
    private static final int TRIES = 20;

    private Edits() {}

    /**
     * Edits an object.
     *
     * @param change is called once for each try, each time with the object as it is then
     */
    public static <T> T edit(Resource<T> object, UnaryOperator<T> change) {
        return again(() -> object.edit(change));
    }

    /** Edits the status of an object; otherwise as {@link #edit}. */
    public static <T> T editStatus(Resource<T> object, UnaryOperator<T> change) {
        return again(() -> object.editStatus(change));
    }

    private static <T> T again(Supplier<T> edit) {
        for (int tried = 1; ; tried++) {
            try {
                return edit.get();
            } catch (KubernetesClientException e) {
                if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || tried == TRIES) {
                    throw e;
                }
            }
        }
    }
}
