package io.koordbridge.testkit.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DynamicTest;

/**
 * Whether a reader of foreign input does at most linear work: double the input, at most 2.5 times the allocated bytes. Work that
 * allocates nothing is not seen.
 */
public final class LinearWork {

    private static final double MOST = 2.5;
    private static final int RUNS = 3;

    /** Tables that double, and what the virtual machine does beside. */
    private static final long SLACK = 64 * 1024;

    private LinearWork() {}

    /**
     * A test of one reader.
     *
     * @param name what is read
     * @param size elements or characters of the smaller input, large enough that reading it takes megabytes
     * @param input makes an input of a size; not counted
     * @param reader reads it; only allocated bytes of its own thread count
     */
    public static <T> DynamicTest test(String name, int size, IntFunction<T> input, Consumer<T> reader) {
        return DynamicTest.dynamicTest(name, () -> {
            T one = input.apply(size);
            T two = input.apply(2 * size);
            reader.accept(two);
            long small = 0;
            long large = Long.MAX_VALUE;
            // Compiled code allocates less than interpreted code, and that may happen in between.
            for (int run = 0; run < RUNS; run++) {
                small = Math.max(small, AllocatedBytes.of(() -> reader.accept(one)));
                large = Math.min(large, AllocatedBytes.of(() -> reader.accept(two)));
            }
            assertThat(large)
                    .as("bytes for %s of twice the size, once takes %s", name, small)
                    .isLessThanOrEqualTo((long) (MOST * small) + SLACK);
        });
    }
}
