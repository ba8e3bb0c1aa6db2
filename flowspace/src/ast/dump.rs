pub fn dump(_m: &super::Module) -> String {
    String::new()
}
