// A Function constructor that the compiler does not see.
export default {
    fetch() {
        try {
            return new Response(String((() => {}).constructor('return 1')()));
        } catch (error) {
            return new Response(String(error));
        }
    },
};
